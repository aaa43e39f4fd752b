import { Modal, Stack, Switch } from '@mantine/core'
import { setModuleAccess, type User } from '@auspex/sdk'
import { useState } from 'react'
import { describeFailure } from '../../lib/failure.ts'
import { isModuleOn, type ModuleName, moduleNames, moduleWords } from '../../lib/modules.ts'
import { nameOfPerson } from './names.ts'
import { type Change, useChange } from './use-change.ts'
import classes from './administration.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The modules of one person, each with its switch. */
export const PersonModules = ({ person, onClose }: { person: User; onClose: () => void }) => {
  const change = useChange<unknown>()
  const name = nameOfPerson(person)
  const failure = change.error && describeFailure(change.error)
  // A switch stands where it was put, until the list is read again: then it stands where the server has it.
  const [wishes, setWishes] = useState<Partial<Record<ModuleName, boolean>>>({})
  const set = (module: ModuleName, access: boolean) => {
    setWishes((before) => ({ ...before, [module]: access }))
    change
      .mutateAsync(toSwitch(person, module, access))
      .catch(() => undefined) // shown above
      .finally(() => setWishes(({ [module]: _done, ...others }) => others))
  }
  return (
    <Modal opened onClose={onClose} title={`Modules of ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={18}>
        <p className={`${textStyles.soft} ${classes.words}`}>
          A module that is off hides its pages from {name} and refuses its calls within five seconds.
        </p>
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failure.message}. {failure.detail}
          </p>
        )}
        {moduleNames.map((module) => (
          <Switch
            key={module}
            label={moduleWords[module].title}
            description={moduleWords[module].meaning}
            checked={wishes[module] ?? isModuleOn(person, module)}
            onChange={(event) => set(module, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Modal>
  )
}

const toSwitch = (person: User, module: ModuleName, access: boolean): Change<unknown> => ({
  run: (client) => setModuleAccess(person.id, { module, access }, { client }),
  say: () => sayAccess(person, module, access),
  undo: () => ({
    run: (client) => setModuleAccess(person.id, { module, access: !access }, { client }),
    say: () => sayAccess(person, module, !access),
  }),
})

const sayAccess = (person: User, module: ModuleName, access: boolean): string =>
  `${moduleWords[module].title} is ${access ? 'on' : 'off'} for ${nameOfPerson(person)}.`
