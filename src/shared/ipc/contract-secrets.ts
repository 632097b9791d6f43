import { z } from 'zod'
import { SecretReport } from '../domain/secret'
import { TranscriptRef } from '../domain/session'
import { reading } from './contract-parts'
import { job, query } from './operation-kinds'

/** Secrets in transcripts. Those of configurations are asked for by nothing. */
export const secretOperations = {
  /**
   * What stands behind one mask of one entry, for the person who clicked on it. The id is that of the mask's sign; it holds as long as
   * Reprise runs. Nothing remembers that it was asked.
   */
  'transcript.reveal': query(
    z.object({ session: TranscriptRef, entry: z.string(), mask: z.string().regex(/^[0-9a-f]{8}$/) }),
    z.object({ text: z.string() }),
    reading
  ),
  /** Looks through all texts of a session. The answer is kept until the session changes. */
  'secrets.report': job(z.object({ session: TranscriptRef }), SecretReport, reading)
} as const
