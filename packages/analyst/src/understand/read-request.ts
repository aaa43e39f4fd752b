import type { AnalystRequest } from '../analyst.port.ts'
import { readScreen, withoutScreenWords } from '../screen/screen-view.ts'
import { type Reading, readMessage } from './understand.ts'

/** Interprets a message together with what it names and what the screen shows: neither a collection's name nor "this section" is a topic. */
export function readRequest({ message, collections, readables, ...request }: AnalystRequest): Reading {
  const named = collections.reduce(
    (text, { title, kind }) => replaceWords(text, title, kind === 'portfolio' ? 'the portfolio' : 'this'),
    message,
  )
  const reading = readMessage({ ...request, message: withoutScreenWords(named) })
  const screenCues = readScreen(message, readables).cues.filter((cue) => !reading.cues.includes(cue))
  return { ...reading, cues: [...reading.cues, ...screenCues] }
}

function replaceWords(text: string, words: string, by: string): string {
  const literal = words.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])["“]?${literal}["”]?(?![\\p{L}\\p{N}])`, 'giu'), by)
}
