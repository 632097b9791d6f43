import { startForked } from './forked-service'
import type { ServiceLink, ServiceProgram } from './service-link'
import { startUtility } from './utility-service'

/** The two ways to start the service meet here; nobody else knows that there are two. */
export const startService = (program: ServiceProgram): ServiceLink =>
  program.transport === 'utility process' ? startUtility(program) : startForked(program)
