import type { ClusterableDocument } from '@auspex/analytics'
import type { Entity } from '@auspex/analytics/entities'

/** A text to read for names. */
export interface EntityText {
  id: string
  text: string
}

/** What the reading thread is asked; answers carry the number of the request. */
export type ReaderRequest =
  | { number: number; kind: 'cluster'; documents: ClusterableDocument[] }
  | { number: number; kind: 'entities'; documents: EntityText[] }

export interface ReaderAnswers {
  /** The cluster of each document: the id of its earliest member. */
  cluster: Map<string, string>
  entities: Map<string, Entity[]>
}

export type ReaderReply =
  | { number: number; answer: ReaderAnswers[keyof ReaderAnswers] }
  | { number: number; error: string }
