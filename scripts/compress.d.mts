/** Compresses a file for browsers without brotli. */
type Gzip = (name: string, body: Buffer) => Uint8Array | Promise<Uint8Array>
export function compress(folder: string, gzip?: Gzip): Promise<number>
