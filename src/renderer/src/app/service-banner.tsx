import { CircleAlert, Loader } from 'lucide-react'
import { useServiceStore } from '../state/service-store'
import { Icon } from '../ui/icon'

/** Says that the service is away. What is shown stays, and nothing in front of it. */
export function ServiceBanner() {
  const { state, message } = useServiceStore()
  if (state === 'ready' || state === 'starting') return null
  const stopped = state === 'stopped'
  return (
    <div
      role="status"
      className={`flex flex-none items-center gap-8 border-b border-line px-16 py-6 text-second ${stopped ? 'bg-red-soft' : 'bg-amber-soft'}`}
    >
      <Icon of={stopped ? CircleAlert : Loader} size={14} className={stopped ? 'text-red' : 'text-amber'} />
      {stopped
        ? 'The reading service has stopped and does not start again. What you see stays; close and open Reprise to read on.'
        : 'The reading service stopped and is starting again. What you see stays.'}
      {message && <span className="trunc text-text-2">{message}</span>}
    </div>
  )
}
