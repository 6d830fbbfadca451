/** What compresses a file for browsers that take no brotli. */
type Gzip = (name: string, body: Buffer) => Uint8Array | Promise<Uint8Array>
export function compress(folder: string, gzip?: Gzip): Promise<number>
