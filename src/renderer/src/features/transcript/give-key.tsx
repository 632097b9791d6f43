import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../state/bridge'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'

/** Has the key of a sealed store read from a file. It stays in memory until Reprise ends, and the page never sees it. */
export function GiveKey({ source }: { source: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async () => {
    const picked = await call('shell.pickFile', {})
    if (!picked.ok || picked.value.path === null) return
    const taken = await call('source.key', { source, path: picked.value.path })
    setProblem(taken.ok ? null : [taken.error.message, taken.error.advice].filter(Boolean).join(' '))
  }
  return (
    <>
      <Button size="small" onClick={() => void choose()}>
        <Icon of={KeyRound} size={12} />
        Choose key file…
      </Button>
      <span role="status" className="order-last basis-full text-second text-red empty:hidden [overflow-wrap:anywhere]">
        {problem}
      </span>
    </>
  )
}
