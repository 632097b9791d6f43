import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button'
import { Icon } from './icon'
import { IconButton } from './icon-button'

/** `copy` puts the text on the clipboard and says whether it could. */
export function CopyButton({ label, copy, words }: { label: string; copy: () => Promise<boolean>; words?: string }) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [done])
  const press = () => void copy().then(setDone)
  if (!words)
    return <IconButton small icon={done ? Check : Copy} iconSize={14} label={done ? 'Copied' : label} onClick={press} />
  return (
    <Button size="small" look="ghost" onClick={press}>
      <Icon of={done ? Check : Copy} size={13} />
      {done ? 'Copied' : words}
    </Button>
  )
}
