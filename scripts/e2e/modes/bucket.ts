/** A bucket for n8n's files, and n8n's settings for it. */
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorage } from './ceph';

const BUCKET = 'n8n-files';
/** Any will do: Ceph has no regions unless it is told of some. */
const REGION = 'us-east-1';

/** Makes the bucket, which n8n expects to be there. */
export async function makeBucket({ host, accessKey, secret }: ObjectStorage): Promise<void> {
	const client = new S3Client({
		endpoint: `http://${host}`,
		forcePathStyle: true,
		region: REGION,
		credentials: { accessKeyId: accessKey, secretAccessKey: secret },
	});
	await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
	client.destroy();
}

/** The environment variables by which n8n finds the bucket. */
export function s3Settings({ host, accessKey, secret }: ObjectStorage): NodeJS.ProcessEnv {
	return {
		N8N_EXTERNAL_STORAGE_S3_HOST: host,
		N8N_EXTERNAL_STORAGE_S3_PROTOCOL: 'http',
		N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME: BUCKET,
		N8N_EXTERNAL_STORAGE_S3_BUCKET_REGION: REGION,
		N8N_EXTERNAL_STORAGE_S3_ACCESS_KEY: accessKey,
		N8N_EXTERNAL_STORAGE_S3_ACCESS_SECRET: secret,
	};
}
