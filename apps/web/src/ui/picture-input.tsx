import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Picture } from './picture.tsx'
import textStyles from './text-styles.module.css'

/** The formats that the server accepts; it checks the content, never the file name. */
const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
const maxBytes = 5 * 1024 * 1024

interface PictureInputProps {
  title: string
  file: File | null
  /** The currently stored picture. */
  stored?: Blob | null
  onChange: (file: File | null) => void
  /** Removes the stored picture; undefined if there is none. */
  onRemove?: (() => void) | undefined
}

/** A picture input with a preview. */
export const PictureInput = ({ title, file, stored = null, onChange, onRemove }: PictureInputProps) => {
  const id = useId()
  const [fault, setFault] = useState<string | null>(null)
  const choose = (next: File | null) => {
    if (next === null) return
    setFault(next.size > maxBytes ? 'This picture is larger than 5 MB. Choose a smaller one.' : null)
    if (next.size <= maxBytes) onChange(next)
  }
  const hasOne = file !== null || (stored !== null && onRemove !== undefined)
  return (
    <Input.Wrapper label="Picture (optional)" labelElement="div" id={id} error={fault}>
      <Group gap={12} mt={4}>
        <Picture content={file ?? stored} title={title} />
        <FileButton accept={accept} onChange={choose}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto size={16} aria-hidden />} {...props}>
              {hasOne ? 'Change picture' : 'Choose a picture'}
            </Button>
          )}
        </FileButton>
        {hasOne && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setFault(null)
              if (file === null) onRemove?.()
              else onChange(null)
            }}
          >
            Remove
          </Button>
        )}
        <span className={textStyles.note}>PNG, JPEG, WebP, GIF or AVIF, at most 5 MB</span>
      </Group>
    </Input.Wrapper>
  )
}
