import type { FrontendAction, Readable } from '../../generated/model/index.ts'
import { type Action, describeAction } from './actions.ts'

/** The most that a request takes of what a screen shows. */
const mostReadables = 20
const longestValue = 20_000

/** What the parts of a screen offer at this moment. */
export interface Registry {
  /** Gives a function that takes it back. */
  addReadable(readable: { readonly description: string; readonly value: unknown }): () => void
  addAction(action: Action<unknown>): () => void
  readonly readables: () => Readable[]
  /** The action of this name that was offered last. */
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
      const readable = { description, value: text.slice(0, longestValue) }
      readables.add(readable)
      return () => void readables.delete(readable)
    },
    addAction: (action) => {
      actions.add(action)
      return () => void actions.delete(action)
    },
    readables: () => [...readables].slice(-mostReadables),
    action: (name) => byName().get(name),
    describeActions: () => [...byName().values()].map(describeAction),
  }
}
