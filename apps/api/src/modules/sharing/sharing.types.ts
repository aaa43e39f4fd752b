import type { ShareAccess, SharedItem, SharedKind } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'

/** Somebody signed in, or who made a link. */
export type Person = Pick<Actor, 'userId' | 'organizationId'>

/** A link as it is stored, without its secret. */
export interface StoredShareLink {
  id: string
  access: ShareAccess
  kind: SharedKind
  itemId: string
  makerId: string
  organizationId: string | null
  createdAt: Date
  expiresAt: Date | null
}

/** What can be shared of one kind. Each function throws the module's own refusal for what the person may not see. */
export interface ShareSource {
  /** How ids of the kind begin. */
  prefix: string
  /** Modules that the maker must have, and a reader who is signed in. */
  modules: readonly string[]
  /** What a thing is called, and whether it is the person's own to open to anyone. */
  find(person: Person, id: string): Promise<{ title: string; isOwn: boolean }>
  /** The thing as the person sees it now, without what only members may know; `sharedAt` is when the link was made. */
  read(person: Person, id: string, sharedAt: Date): Promise<SharedItem>
  /** Ids of the pictures that it shows. */
  listPictures(person: Person, id: string): Promise<string[]>
  /** Those of the things that the person may change, so that links to them are theirs to list and to revoke. */
  listVisible(person: Person, ids: readonly string[]): Promise<string[]>
}

/** Links to one thing that work at a time. */
export const mostLinks = 100
