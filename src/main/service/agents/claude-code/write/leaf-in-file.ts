import { withBytes } from '../../lines/byte-source'
import { ChainLinks } from '../transcript/chain-links'

/** The record that Claude Code goes on from in a transcript, by the same rule that shows which branch is live; null when there is none. */
export function leafInFile(path: string): string | null {
  return withBytes(path, (source) => {
    const links = new ChainLinks(0)
    for (const _piece of links.read(source));
    return links.end
  })
}
