import type { CardContent, SharedKind } from '@auspex/sdk'
import { createContext, type PropsWithChildren, use } from 'react'

/** A thing that can be shared by a link. */
export interface ShareItem {
  readonly kind: SharedKind
  readonly itemId: string
  readonly title: string
}

/** Something that can become a card of a story. */
export interface CardOffer {
  readonly key: string
  readonly label: string
  readonly content: CardContent
  readonly caption?: string | null
}

/** A dialog of one feature that pages of others open; the shell draws it. */
export type DialogRequest =
  | { readonly kind: 'share'; readonly item: ShareItem }
  | { readonly kind: 'add-to-story'; readonly subject: string; readonly offers: readonly CardOffer[] }

type OpenDialog = (request: DialogRequest) => void

const DialogRequestContext = createContext<OpenDialog | null>(null)

export const DialogRequestProvider = ({ open, children }: PropsWithChildren<{ open: OpenDialog }>) => (
  <DialogRequestContext value={open}>{children}</DialogRequestContext>
)

/** Opens a dialog of another feature; null where no shell is around the page, as for a reader without an account. */
export const useDialogRequest = (): OpenDialog | null => use(DialogRequestContext)

/** Marks the buttons that open "Add to a story", so that the key finds them. */
export const addMark = { 'data-add': '' } as const

/** What the key does: it presses the button that adds in the row with the focus, else the one of the page. */
export const pressAdd = (): void => {
  const row = document.activeElement?.closest('li, article')
  const button = row?.querySelector<HTMLElement>('[data-add]') ?? document.querySelector<HTMLElement>('[data-add-page]')
  button?.click()
}
