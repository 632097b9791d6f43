import { writeOut } from '../write-out'

/** Writes a file that never ends, and says when its first bytes are written. Arguments: our own folder, the file. */
const [, , own = '', path = ''] = process.argv

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.alloc(256 * 1024, 'x')
    await new Promise((done) => setTimeout(done, 5))
    process.send?.('written')
  }
}

await writeOut({ path, replace: false }, { own, agents: [] }, endless(), new AbortController().signal)
