import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Picture } from './picture.tsx'
import textStyles from './text-styles.module.css'

/** What the server takes; it looks at the content, never at the name. */
const accept = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
const mostBytes = 5 * 1024 * 1024

interface PictureInputProps {
  title: string
  file: File | null
  /** The picture that is stored now. */
  stored?: Blob | null
  onChange: (file: File | null) => void
  /** Takes the stored one away; nothing where there is none. */
  onRemove?: (() => void) | undefined
}

/** A picture to choose, with how it will look. */
export const PictureInput = ({ title, file, stored = null, onChange, onRemove }: PictureInputProps) => {
  const id = useId()
  const [fault, setFault] = useState<string | null>(null)
  const choose = (next: File | null) => {
    if (next === null) return
    setFault(next.size > mostBytes ? 'This picture is larger than 5 MB. Choose a smaller one.' : null)
    if (next.size <= mostBytes) onChange(next)
  }
  const hasOne = file !== null || (stored !== null && onRemove !== undefined)
  return (
    <Input.Wrapper label="Picture (optional)" labelElement="div" id={id} error={fault}>
      <Group gap={12} mt={4}>
        <Picture content={file ?? stored} title={title} />
        <FileButton accept={accept} onChange={choose}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto size={16} aria-hidden />} {...props}>
              {hasOne ? 'Another picture' : 'Choose a picture'}
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
