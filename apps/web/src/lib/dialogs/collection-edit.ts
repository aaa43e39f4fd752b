import type { GroupRef } from '@auspex/sdk'
import { useState } from 'react'
import type { Conflict } from '../api/conflicts.ts'
import { failureSentences } from '../api/failure.ts'
import { useFormDraft } from '../storage/drafts.ts'
import { nameGroup } from '../words/words.ts'

/** The name and the audience of a portfolio or a project. A type, so that it can be stored as the fields of a form. */
type CollectionWords = {
  readonly title: string
  readonly groupId: string | null
}

interface CollectionDraft extends CollectionWords {
  readonly file: File | null
  readonly isPictureRemoved: boolean
}

/** What a person changed in a portfolio or a project; the rest stays as it is. */
interface CollectionChanges {
  readonly title?: string
  readonly organizationGroupId?: string | null
  readonly imageRemoved?: boolean
  readonly file?: File
}

const emptyDraft = { fields: { title: '', groupId: null }, base: {} }

/** The form that creates a portfolio or a project; null until it is known whose draft to restore. */
export const useNewCollection = (
  draftKey: string,
  create: { readonly error: Error | null; readonly isPending: boolean },
  onClose: () => void,
) => {
  const { isReady, draft, keep, drop } = useFormDraft<CollectionWords, Record<string, never>>(draftKey, emptyDraft)
  if (!isReady) return null
  return {
    typed: draft?.fields ?? null,
    failure: create.error && failureSentences(create.error),
    isPending: create.isPending,
    onType: keep,
    onClose: () => {
      drop()
      onClose()
    },
  }
}

interface CollectionEdit<Base> {
  readonly draftKey: string
  readonly stored: CollectionWords
  /** The fields that are compared with the stored version, to detect that somebody else changed them. */
  readonly base: Base
  readonly change: { readonly begin: () => void; readonly error: Error | null; readonly isPending: boolean }
  /** `base` is the version that a draft from before a reload started from. */
  readonly onSave: (changes: CollectionChanges, base: Base | undefined) => Promise<void>
}

/** The two ways to edit a portfolio or a project: its name in the heading, and everything in a form. */
export const useCollectionEdit = <Base extends Readonly<Record<string, string | number | null>>>({
  draftKey,
  stored,
  base,
  change: { begin, error, isPending },
  onSave,
}: CollectionEdit<Base>) => {
  const name = useFormDraft(`${draftKey}.name`, { fields: { title: stored.title }, base })
  const form = useFormDraft<CollectionWords, Base>(draftKey, { fields: stored, base })
  const [editing, setEditing] = useState<boolean | null>(null)
  const isEditing = editing ?? form.draft !== null
  const failure = error === null ? null : failureSentences(error)
  const close = () => {
    form.drop()
    setEditing(false)
  }
  return {
    open: () => {
      begin()
      setEditing(true)
    },
    name: {
      title: stored.title,
      unsent: name.draft?.fields.title ?? null,
      failure: isEditing ? null : failure,
      isPending,
      onOpen: begin,
      onType: (title: string) => name.keep({ title }),
      onClose: name.drop,
      onSave: (title: string) => onSave({ title }, name.draft?.base),
    },
    /** Null while the form is closed. */
    form: isEditing
      ? {
          typed: form.draft?.fields ?? null,
          failure,
          isPending,
          onType: form.keep,
          onClose: close,
          onSubmit: (draft: CollectionDraft) => {
            const send = async () => {
              for (const changes of toChanges(draft, stored)) await onSave(changes, form.draft?.base)
            }
            void send().then(close, () => undefined)
          },
        }
      : null,
  }
}

/** Only what differs is sent. The API cannot remove a group in a request that carries a picture, so the picture follows the rest. */
const toChanges = (
  { title, groupId, file, isPictureRemoved }: CollectionDraft,
  stored: CollectionWords,
): readonly CollectionChanges[] => {
  const words = {
    ...(title !== stored.title && { title }),
    ...(groupId !== stored.groupId && { organizationGroupId: groupId }),
    ...(isPictureRemoved && file === null && { imageRemoved: true }),
  }
  return [...(Object.keys(words).length > 0 ? [words] : []), ...(file === null ? [] : [{ file }])]
}

interface StoredCollection {
  readonly organizationGroupId: string | null
  readonly image: unknown
}

/** Both versions of a portfolio or a project that two people changed, as `ui/conflict-dialog.tsx` shows them. */
export const describeConflict = <Thing extends StoredCollection, Changes extends CollectionChanges>(
  { changes, theirs, settle }: Conflict<Thing, Changes>,
  groups: readonly GroupRef[],
  titles: { readonly yours: string | undefined; readonly theirs: string },
) => {
  const groupId = changes.organizationGroupId === undefined ? theirs.organizationGroupId : changes.organizationGroupId
  const hasPicture = changes.file !== undefined || (theirs.image !== null && changes.imageRemoved !== true)
  const describePicture = (has: boolean) => (has ? 'a picture' : 'none')
  return {
    fields: [
      { label: 'Name', yours: titles.yours ?? titles.theirs, theirs: titles.theirs },
      {
        label: 'Who can see it',
        yours: nameGroup(groupId, groups),
        theirs: nameGroup(theirs.organizationGroupId, groups),
      },
      { label: 'Picture', yours: describePicture(hasPicture), theirs: describePicture(theirs.image !== null) },
    ],
    onKeepYours: () => settle('yours'),
    onTakeTheirs: () => settle('theirs'),
    onClose: () => settle('neither'),
  }
}
