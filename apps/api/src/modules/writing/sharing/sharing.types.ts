import type { ShareAccess, SharedItem, SharedKind } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'

/** A link as stored, without its secret. */
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

/** How to share one kind of item. Each function throws its module's own error when the person may not see the item. */
export interface ShareSource {
  /** Id prefix of the kind. */
  prefix: string
  /** Modules required for the creator, and for a reader who is signed in. */
  modules: readonly string[]
  /** The item's title, and whether the person owns it and may share it publicly. */
  find(person: Person, id: string): Promise<{ title: string; isOwn: boolean }>
  /** The item as the person sees it now, without what is only for members; `sharedAt` is when the link was created. */
  read(person: Person, id: string, sharedAt: Date): Promise<SharedItem>
  /** Ids of the pictures in it. */
  listPictures(person: Person, id: string): Promise<string[]>
  /** The given items that the person may change, so that they may list and revoke the links to them. */
  listVisible(person: Person, ids: readonly string[]): Promise<string[]>
}

/** Maximum number of active links to one item. */
export const maxLinks = 100
