import { Button, CloseButton, Box, Loader, Menu } from '@mantine/core'
import { type Icon, IconDownload } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import classes from './components.module.css'
import textStyles from './text-styles.module.css'

/** The progress of a file export. */
type ExportStep<Format extends string> =
  | { readonly status: 'idle' }
  | { readonly status: 'making'; readonly format: Format }
  | { readonly status: 'saved'; readonly format: Format; readonly fileName: string }
  | { readonly status: 'failed'; readonly format: Format; readonly reason: string }

interface ExportProgressProps<Format extends string> {
  state: ExportStep<Format>
  /** The names of the formats. */
  names: Readonly<Partial<Record<Format, string>>>
  onDismiss: () => void
  onRetry: (format: Format) => void
}

/** The progress or result of a requested file, below its button. */
export const ExportProgress = <Format extends string>({
  state,
  names,
  onDismiss,
  onRetry,
}: ExportProgressProps<Format>) => (
  <output className={`${textStyles.detail} ${classes.progress}`} data-status={state.status}>
    {state.status === 'making' && `Preparing the ${names[state.format] ?? 'file'}…`}
    {state.status === 'saved' && (
      <>
        Saved {state.fileName} <CloseButton size="xs" aria-label="Hide this note" onClick={onDismiss} />
      </>
    )}
    {state.status === 'failed' && (
      <>
        {state.reason}{' '}
        <Button size="compact-xs" variant="subtle" onClick={() => onRetry(state.format)}>
          Try again
        </Button>
      </>
    )}
  </output>
)

interface ExportSection<Format extends string> {
  readonly label?: string
  readonly choices: readonly {
    readonly format: Format
    readonly name: string
    /** What the file is for. */
    readonly text: string
    readonly icon: Icon
  }[]
  /** What the menu offers besides files, after them. */
  readonly more?: ReactNode
}

interface ExportMenuProps<Format extends string> {
  /** The words on the button; "Export" if omitted. */
  label?: string
  icon?: Icon
  /** What the menu offers besides files, before them. */
  before?: ReactNode
  state: ExportStep<string>
  start: (format: Format) => Promise<void>
  dismiss: () => void
  sections: readonly ExportSection<Format>[]
  width: number
  size?: 'compact-md'
  /** If omitted, only the button opens the menu. */
  isOpen?: boolean
  onOpen?: (isOpen: boolean) => void
}

/** The export formats of a thing, and the progress of the requested file. */
export const ExportMenu = <Format extends string>({
  label = 'Export',
  icon: ButtonIcon = IconDownload,
  before,
  state,
  start,
  dismiss,
  sections,
  width,
  size,
  isOpen,
  onOpen,
}: ExportMenuProps<Format>) => {
  const isMaking = state.status === 'making'
  const choices = sections.flatMap((section) => section.choices)
  const retry = (requestedFormat: string) => {
    const choice = choices.find(({ format }) => format === requestedFormat)
    if (choice !== undefined) void start(choice.format)
  }
  return (
    <Box pos="relative">
      <Menu
        position="bottom-end"
        width={width}
        {...(isOpen !== undefined && { opened: isOpen })}
        {...(onOpen && { onChange: onOpen })}
      >
        <Menu.Target>
          <Button
            variant="default"
            {...(size && { size })}
            aria-busy={isMaking}
            leftSection={isMaking ? <Loader size={14} aria-hidden /> : <ButtonIcon size={size ? 15 : 16} aria-hidden />}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {before}
          {sections.map((section) => (
            <Fragment key={section.choices[0]?.format}>
              {section.label !== undefined && <Menu.Label>{section.label}</Menu.Label>}
              {section.choices.map(({ format, name, text, icon: FormatIcon }) => (
                <Menu.Item
                  key={format}
                  disabled={isMaking}
                  leftSection={<FormatIcon size={18} stroke={1.6} aria-hidden />}
                  onClick={() => void start(format)}
                >
                  {name}
                  <Box component="span" className={textStyles.fine} display="block">
                    {text}
                  </Box>
                </Menu.Item>
              ))}
              {section.more}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ExportProgress
        state={state}
        names={Object.fromEntries(choices.map(({ format, name }) => [format, name]))}
        onDismiss={dismiss}
        onRetry={retry}
      />
    </Box>
  )
}
