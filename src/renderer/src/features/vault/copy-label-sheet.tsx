import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLabel } from '../../state/label-store'
import { Button } from '../../ui/button'
import { KeyHint } from '../../ui/key-hint'
import { Sheet } from '../../ui/sheet'

/** The label of one copy in the vault. */
export function CopyLabelSheet() {
  const { copy, refused, save, close } = useLabel()
  const [label, setLabel] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setLabel(copy?.label ?? ''), [copy])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(label)
  }
  return (
    <Sheet
      open={copy !== null}
      onClose={close}
      title="Label of this copy"
      lead={copy && <span className="read-text line-clamp-2 [overflow-wrap:anywhere]">{copy.title}</span>}
      className="w-520"
      firstFocus={() => field.current}
      footer={
        <>
          <Button className="ms-auto" size="large" onClick={close}>
            Cancel <KeyHint keys="Esc" />
          </Button>
          <Button look="main" size="large" type="submit" form="label-of-copy">
            Save
          </Button>
        </>
      }
    >
      <form id="label-of-copy" onSubmit={submit} className="flex flex-col gap-6 px-20 pt-4 pb-20">
        <label htmlFor="label-text" className="font-medium">
          Label
        </label>
        <input
          id="label-text"
          ref={field}
          type="text"
          value={label}
          maxLength={500}
          placeholder="None"
          onChange={(event) => setLabel(event.target.value)}
          className="h-32 rounded-control border border-control-line bg-page px-10 placeholder:text-text-3"
        />
        <p className="pt-4 text-second text-text-2">A copy with a label is never removed by itself.</p>
        {refused && <p className="read-text text-second text-red">{refused}</p>}
      </form>
    </Sheet>
  )
}
