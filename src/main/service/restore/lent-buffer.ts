/** A file that fits into one is read by one call. */
export const bufferSize = 256 * 1024

/** Large buffers cost more than reading into them, so they are used again; a few are lent at a time. */
const idle: Buffer[] = []

/** Lends a buffer of `bufferSize` bytes for as long as `use` takes; what it holds is nobody's afterwards. */
export async function withBuffer<T>(use: (buffer: Buffer) => Promise<T>): Promise<T> {
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(bufferSize)
  try {
    return await use(buffer)
  } finally {
    idle.push(buffer)
  }
}
