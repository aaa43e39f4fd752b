import type { SourceKey } from '@auspex/sdk/types'
import { z } from 'zod'

export const signalId = z
  .string()
  .regex(/^sig_[a-z0-9]{1,40}$/)
  .describe('Signal id from search_topic')
export const documentId = z
  .string()
  .regex(/^doc_[a-z0-9]{1,40}$/)
  .describe('Document id from another tool')
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .describe('Country, two capital letters, for example SE')
export const day = z.iso.date().describe('Day, YYYY-MM-DD')
export const entity = z.string().max(200).describe('Only documents that name this person, company or place')
export const tone = z.enum(['positive', 'neutral', 'negative', 'unknown']).describe('Tone of the documents')
export const limit = z.int().min(1).max(50).default(10).describe('At most so many items')
export const page = z.int().min(1).max(1000).default(1).describe('Page, from 1')
/** Any name: a server may have sources that this package does not know yet, and rejects the others with a message. */
export const sourceKey = z
  .string()
  .max(60)
  .describe('Key of a source, from list_sources')
  .transform((key) => key as SourceKey)
