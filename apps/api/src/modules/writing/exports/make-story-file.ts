import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { type AccessReader, hasModules, type Images, type People, toJpeg } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { Stories } from '../stories/stories.module.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { FileRequest } from './exports.types.ts'
import { findSignalTitle } from './find-signal-title.ts'
import { listPictures, type PrintedStoryPage, toPrintedStory } from './print/story/printed-story.ts'
import { writeStoryHtml } from './print/story/write-story-html.ts'
import { writeStoryPdf } from './print/story/write-story-pdf.ts'

export interface StoryFileDependencies {
  stories: Stories
  people: People
  signals: Signals
  images: Images
  access: AccessReader
  clock: Clock
}

/** Makes the file of a story as the person who requested it sees it at that moment. */
export async function* makeStoryFile(
  { userId, itemId, format }: FileRequest,
  deps: StoryFileDependencies,
): AsyncGenerator<Uint8Array> {
  const page = await readPage(itemId, userId, deps)
  const pictures = new Map<string, Buffer>()
  for (const id of listPictures(page)) {
    const bytes = await deps.images.read(id)
    if (bytes !== null) pictures.set(id, bytes)
  }
  if (format === 'html') {
    yield new TextEncoder().encode(writeStoryHtml(page, pictures))
    return
  }
  const drawn = new Map<string, Awaited<ReturnType<typeof toJpeg>>>()
  for (const [id, bytes] of pictures) drawn.set(id, await toJpeg(bytes))
  yield* writeStoryPdf(page, drawn)
}

async function readPage(storyId: string, userId: string, deps: StoryFileDependencies): Promise<PrintedStoryPage> {
  const { stories, people, access, clock } = deps
  const person = await people.findMember(userId)
  if (person === null) throw new ExportRefusal('Who asked for it is not known any more.')
  const story = await stories.open(person, storyId).catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden'))
      throw new ExportRefusal('The story was deleted, or is no longer shared with you.')
    throw error
  })
  const titles = new Map<string, string>()
  const mayNameSignals = await hasModules(access, userId, ['signals'])
  for (const { content } of story.cards)
    if ('signalId' in content && mayNameSignals && !titles.has(content.signalId))
      titles.set(content.signalId, (await findSignalTitle(content.signalId, deps)) ?? 'A signal that is gone')
  return toPrintedStory(story, { printedAt: clock.now(), titleOf: (id) => titles.get(id) ?? '' })
}
