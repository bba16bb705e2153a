/** n8n's own S3 storage for the engine of these tests, set up as n8n does it when it starts. */
import '../../../harness/n8n-environment.js';
import { S3ByteStore } from '@n8n/blob-storage';
import { ObjectStoreService } from '@n8n/blob-storage/object-store';
import { Container } from '@n8n/di';
import { BinaryDataBlobManager, BinaryDataConfig, BinaryDataService, ErrorReporter } from 'n8n-core';

/** Lets n8n keep files in the bucket that the environment names, and gives its client. */
export async function useS3(): Promise<ObjectStoreService> {
	const objectStore = Container.get(ObjectStoreService);
	await objectStore.init();
	const binaries = Container.get(BinaryDataService);
	const manager = new BinaryDataBlobManager(new S3ByteStore(objectStore), Container.get(ErrorReporter));
	binaries.setManager('s3', manager);
	Container.get(BinaryDataConfig).mode = 's3';
	await binaries.init();
	return objectStore;
}
