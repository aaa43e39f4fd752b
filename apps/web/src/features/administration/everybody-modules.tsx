import { Button, Flex, Group, Modal, Stack } from '@mantine/core'
import { setModuleAccess } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { formatPlural } from '../../lib/numbers/format.ts'
import { type ModuleName, moduleNames, moduleWords } from '../../lib/people/modules.ts'
import { peopleOptions } from './administration.queries.ts'
import { ConfirmDialog, useChange } from './changes.tsx'
import classes from './administration.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** Every person of every organization, in the specification's notation. */
const everybody = '-'

interface Choice {
  readonly module: ModuleName
  readonly access: boolean
}

/** Switches a module for all people at once. It asks for confirmation, because nothing records who had the module before. */
export const EverybodyModules = ({ onClose }: { onClose: () => void }) => {
  const [choice, setChoice] = useState<Choice | null>(null)
  const { data } = useQuery(peopleOptions(useClient(), { perPage: 1 }))
  const people = data ? `all ${formatPlural(data.page.total, 'person', 'people')}` : 'everybody'
  if (choice) return <Confirmation choice={choice} people={people} onClose={() => setChoice(null)} onDone={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title="Modules for everybody"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap={14}>
        <p className={`${textStyles.soft} ${classes.words}`}>
          These switches apply to {people} of every organization, and to everyone who joins later. They override the
          settings of individual people.
        </p>
        <div className={surfaces.panel}>
          <ul className={surfaces.lines} aria-label="Modules">
            {moduleNames.map((module) => (
              <Flex key={module} component="li" gap={16} align="center" justify="space-between" py={8} px={14}>
                <span>{moduleWords[module].title}</span>
                <Group gap={6} wrap="nowrap">
                  {[true, false].map((access) => (
                    <Button
                      key={String(access)}
                      size="compact-sm"
                      variant="default"
                      aria-label={`Switch ${moduleWords[module].title} ${access ? 'on' : 'off'} for everybody`}
                      onClick={() => setChoice({ module, access })}
                    >
                      {access ? 'On…' : 'Off…'}
                    </Button>
                  ))}
                </Group>
              </Flex>
            ))}
          </ul>
        </div>
      </Stack>
    </Modal>
  )
}

interface ConfirmationProps {
  choice: Choice
  people: string
  onClose: () => void
  onDone: () => void
}

const Confirmation = ({ choice: { module, access }, people, onClose, onDone }: ConfirmationProps) => {
  const change = useChange<unknown>()
  const { title, meaning } = moduleWords[module]
  const words = access ? 'on' : 'off'
  return (
    <ConfirmDialog
      title={`Switch ${title} ${words} for everybody?`}
      action={`Switch ${title} ${words}`}
      isDanger={!access}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() =>
        change.mutate(
          {
            run: (client) => setModuleAccess(everybody, { module, access }, { client }),
            toNotice: () => `${title} is ${words} for everybody.`,
          },
          { onSuccess: onDone },
        )
      }
      onClose={onClose}
    >
      <p>
        {meaning}: this {access ? 'gives it to' : 'takes it from'} {people} of every organization
        {access ? '' : ', you included'}, and applies to everyone who joins later. Who had it before is not recorded.
      </p>
    </ConfirmDialog>
  )
}
