import {
	type ICredentialDataDecryptedObject,
	ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

/** Credentials as the n8n server hands them to the engine, kept in memory. Only credentials that authenticate by a function. */
export class TestCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: Readonly<Record<string, ICredentialType>>,
		private readonly data: Readonly<Record<string, ICredentialDataDecryptedObject>>,
	) {
		super();
	}

	getParentTypes(name: string): string[] {
		return this.types[name]?.extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authenticate = this.types[typeName]?.authenticate;
		if (typeof authenticate !== 'function') throw new Error(`${typeName} has no function to authenticate with`);
		return await authenticate(credentials, request);
	}

	preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	getCredentials(): Promise<never> {
		return Promise.reject(new Error('The engine does not ask for encrypted credentials'));
	}

	getDecrypted(...[, , type]: Parameters<ICredentialsHelper['getDecrypted']>): Promise<ICredentialDataDecryptedObject> {
		return Promise.resolve({ ...this.data[type] });
	}

	updateCredentials(): Promise<void> {
		return Promise.resolve();
	}

	updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.resolve();
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.types[type]?.properties ?? [];
	}
}
