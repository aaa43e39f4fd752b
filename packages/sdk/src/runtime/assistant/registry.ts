import type { FrontendAction, Readable } from '../../generated/model/index.ts'
import { type Action, describeAction } from './actions.ts'

/** Limits of a request for what a screen shows. */
const maxReadables = 20
const maxValueLength = 20_000

/** What the parts of a screen currently offer. */
export interface Registry {
  /** Returns a function that removes it. */
  addReadable(readable: { readonly description: string; readonly value: unknown }): () => void
  addAction(action: Action<unknown>): () => void
  readonly readables: () => Readable[]
  /** The most recently offered action with this name. */
  readonly action: (name: string) => Action<unknown> | undefined
  readonly describeActions: () => FrontendAction[]
}

export const createRegistry = (): Registry => {
  const readables = new Set<Readable>()
  const actions = new Set<Action<unknown>>()
  const byName = () => new Map([...actions].map((action) => [action.name, action]))
  return {
    addReadable: ({ description, value }) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const readable = { description, value: text.slice(0, maxValueLength) }
      readables.add(readable)
      return () => void readables.delete(readable)
    },
    addAction: (action) => {
      actions.add(action)
      return () => void actions.delete(action)
    },
    readables: () => [...readables].slice(-maxReadables),
    action: (name) => byName().get(name),
    describeActions: () => [...byName().values()].map(describeAction),
  }
}
