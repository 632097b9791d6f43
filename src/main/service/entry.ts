import { connectToParent } from './transport/parent-port'
import { serve } from './transport/serve'

const port = await connectToParent()
const served = serve(
  port,
  async (op, input, { traceId }) => ({ ok: true, value: { op, input }, traceId }),
  () => undefined
)
await served.drained
process.exit(0)
