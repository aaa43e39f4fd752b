import type { Entity } from '@auspex/analytics/entities'

/** A text to read for names. */
export interface EntityText {
  id: string
  text: string
}

/** A document to compare with others; `lead` is the beginning of its body. */
export interface StoryText {
  id: string
  url: string | null
  outlet: string
  day: string
  title: string
  lead: string | null
}

/** What the reading thread is asked; answers carry the number of the request. */
export type ReaderRequest =
  | { number: number; kind: 'cluster'; documents: StoryText[] }
  | { number: number; kind: 'entities'; documents: EntityText[] }

export interface ReaderAnswers {
  /** The cluster of each document: the id of its earliest member. */
  cluster: Map<string, string>
  entities: Map<string, Entity[]>
}

export type ReaderReply =
  | { number: number; answer: ReaderAnswers[keyof ReaderAnswers] }
  | { number: number; error: string }
