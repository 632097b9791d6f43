import { useMemo, useState } from 'react'
import { useWholeAnswer } from '../../state/answer'
import { ConfigGrid } from '../../ui/config/config-grid'
import { configRows } from '../../ui/config/config-rows'
import { Fold } from '../../ui/fold'
import { LoadingRows } from '../../ui/loading-rows'

interface CameWithConfigProps {
  importId: string
  /** Which of the inputs is the bundle. */
  input: number
}

/** The configuration in a bundle, as the Config tab would show it: to read, and for nothing else. */
export function CameWithConfig({ importId, input }: CameWithConfigProps) {
  const [open, setOpen] = useState(false)
  return (
    <Fold title="Show the configuration" open={open} onToggle={setOpen}>
      <Values importId={importId} input={input} />
    </Fold>
  )
}

function Values({ importId, input }: CameWithConfigProps) {
  const { value, error } = useWholeAnswer('import.configuration', { importId, input, offset: 0 })
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => configRows(value?.documents ?? [], { folded, words: [] }), [value, folded])
  const toggle = (id: string, opens: boolean) =>
    setFolded((last) => new Set(opens ? [...last].filter((each) => each !== id) : [...last, id]))
  if (error && !value) return <p className="pt-6 text-second text-text-2">{error.message}</p>
  if (!value) return <LoadingRows count={3} height={28} label="Loading the configuration" />
  return (
    <div className="mt-6 flex h-240 flex-col overflow-hidden rounded-control border border-line">
      <ConfigGrid rows={rows} onToggle={toggle} />
    </div>
  )
}
