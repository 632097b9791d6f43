import { SessionActivities } from '../activity/session-activities'
import type { Handler } from '../dispatch/handler'
import type { ServiceParts } from './parts'

/** `sessions.activity` */
export function activityHandlers({ sources, readers, view }: ServiceParts): {
  'sessions.activity': Handler<'sessions.activity'>
} {
  const activities = new SessionActivities({ sources, readers, listed: (session) => view.get(session) })
  return {
    'sessions.activity': async ({ sessions }, { signal }) => {
      const answers = sessions.map(async (session) => ({ session, activity: await activities.of(session, signal) }))
      return { activities: await Promise.all(answers) }
    }
  }
}
