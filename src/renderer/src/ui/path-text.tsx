import { shortPath } from '../words/paths'
import { classes } from './classes'

/** A whole path that wraps between its parts, and inside one only where that is wider than the place. */
export function PathText({ path, className }: { path: string; className?: string }) {
  const parts = shortPath(path).match(/[^/\\]*[/\\]+|[^/\\]+$/g) ?? [path]
  return (
    <span title={path} className={classes('read-text font-mono text-[11.5px] leading-[16px] text-text-3', className)}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one path never move
        <span key={index} className="inline-block max-w-full break-all">
          {part}
        </span>
      ))}
    </span>
  )
}
