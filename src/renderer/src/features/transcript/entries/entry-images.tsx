import type { Entry } from '@shared/domain/transcript'
import { Image } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../state/bridge'
import { Button } from '../../../ui/button'
import { Icon } from '../../../ui/icon'
import { positions } from '../../../ui/positions'
import { size } from '../../../words/numbers'
import { useTranscriptContext } from '../transcript-context'

/** Kinds of pictures that the page may draw. Anything else, and SVG with what it can carry, is only named. */
const drawable = /^image\/(png|jpeg|gif|webp|bmp|avif)$/

/** Pictures of an entry, each fetched only when it is asked for. */
export function EntryImages({ entry }: { entry: Entry }) {
  if (!entry.images?.length) return null
  return (
    <div className="mt-6 flex flex-wrap gap-8">
      {positions(entry.images).map(({ key, item: image, index }) => (
        <EntryImage key={key} entry={entry.id} index={index} mediaType={image.mediaType} bytes={image.bytes} />
      ))}
    </div>
  )
}

interface EntryImageProps {
  entry: string
  index: number
  mediaType: string
  bytes: number
}

function EntryImage({ entry, index, mediaType, bytes }: EntryImageProps) {
  const { session } = useTranscriptContext()
  const [state, setState] = useState<{ address?: string; busy?: boolean; error?: string }>({})
  const fact = `${mediaType.replace('image/', '').toUpperCase()}, ${size(bytes)}`
  const show = async () => {
    setState({ busy: true })
    const pieces: string[] = []
    let type = mediaType
    for (let offset: number | null = 0; offset !== null; ) {
      const answer: Awaited<ReturnType<typeof call<'transcript.image'>>> = await call('transcript.image', {
        session,
        entry,
        index,
        offset
      })
      if (!answer.ok) {
        setState({ error: answer.error.message })
        return
      }
      pieces.push(answer.value.base64)
      type = answer.value.mediaType
      offset = answer.value.next
    }
    if (drawable.test(type)) setState({ address: `data:${type};base64,${pieces.join('')}` })
    else setState({ error: `${type} is not drawn here.` })
  }
  if (state.address) {
    return (
      <img
        src={state.address}
        alt={`${index + 1} of this entry, ${fact}`}
        className="max-h-480 max-w-full rounded-card border border-line"
        onError={() => setState({ error: 'The picture is damaged and cannot be drawn.' })}
      />
    )
  }
  return (
    <span className="flex items-center gap-8">
      <Button size="small" disabled={state.busy} onClick={() => void show()}>
        <Icon of={Image} size={13} />
        Show image ({fact})
      </Button>
      {state.error && <span className="text-second text-text-3">{state.error}</span>}
    </span>
  )
}
