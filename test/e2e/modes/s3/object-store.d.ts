/** An entry point of the package that TypeScript does not look up in the way this repository resolves modules. */
declare module '@n8n/blob-storage/object-store' {
	export { ObjectStoreService } from '@n8n/blob-storage/dist/object-store';
}
