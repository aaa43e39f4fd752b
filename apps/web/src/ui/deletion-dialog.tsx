import { Box, Button, Group, Modal, Skeleton, Stack, TextInput } from '@mantine/core'
import { type PropsWithChildren, type SubmitEvent, useState } from 'react'
import textStyles from './text-styles.module.css'
import { CancelButton, Failure } from './form-actions.tsx'

interface DeletionDialogProps {
  /** The question: "Delete Mira Solberg?" */
  title: string
  /** The label of the button: "Delete Mira Solberg". */
  action: string
  /** What is deleted too, one kind per line: "3 portfolios". Undefined while it is being counted, empty if there is nothing. */
  goes: readonly string[] | undefined
  /** The text that has to be typed, and its name: "email address". */
  typed: { readonly words: string; readonly what: string }
  /** Why the deletion failed, or why its effects are unknown. */
  failure: string | null
  isPending: boolean
  onConfirm: (typed: string) => void
  onClose: () => void
}

/** Confirms an irreversible deletion: lists what is deleted, and requires the name to be typed. */
export const DeletionDialog = (props: PropsWithChildren<DeletionDialogProps>) => {
  const { title, action, goes, typed, failure, isPending, children, onConfirm, onClose } = props
  const [words, setWords] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isTyped = words.trim().toLowerCase() === typed.words.toLowerCase()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isTyped && goes !== undefined) onConfirm(words.trim())
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          {goes === undefined ? (
            failure === null && <Skeleton height={60} radius="md" aria-label="Counting what would be deleted" />
          ) : goes.length === 0 ? (
            <p className={textStyles.soft}>Nothing else will be deleted.</p>
          ) : (
            <div>
              <Box component="p" fw={600} mb={4}>
                This will be permanently deleted:
              </Box>
              <ul className={textStyles.bullets} aria-label="What is deleted">
                {goes.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          )}
          <div className={textStyles.soft}>{children}</div>
          <TextInput
            label={`Type ${typed.words} to confirm`}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            error={isSubmitted && !isTyped && `This is not the ${typed.what}`}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Failure failure={failure} />
          <Group gap="xs">
            <Button type="submit" color="red.9" loading={isPending} disabled={goes === undefined}>
              {action}
            </Button>
            <CancelButton onClick={onClose} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
