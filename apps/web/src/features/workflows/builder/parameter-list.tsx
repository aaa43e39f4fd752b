import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core'
import type { WorkflowParameter } from '@auspex/sdk'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import classes from '../workflows.module.css'
import surfaces from '../../../ui/surfaces.module.css'

const types = [
  { value: 'topic', label: 'A topic' },
  { value: 'topics', label: 'Topics, one on each line' },
  { value: 'portfolio', label: 'A portfolio' },
  { value: 'signal', label: 'A signal' },
  { value: 'text', label: 'Words' },
  { value: 'number', label: 'A number' },
  { value: 'day', label: 'A day' },
]

interface ParameterListProps {
  parameters: readonly WorkflowParameter[]
  onChange: (parameters: readonly WorkflowParameter[]) => void
}

/** What a person fills in before each run. */
export const ParameterList = ({ parameters, onChange }: ParameterListProps) => {
  const change = (place: number, more: Partial<WorkflowParameter>) =>
    onChange(parameters.map((one, at) => (at === place ? { ...one, ...more } : one)))
  return (
    <div className={classes.steps}>
      {parameters.map(({ name, label, type, isRequired }, place) => (
        // by its place: its name is being typed
        <div key={place} className={`${surfaces.panel} ${classes.step}`} role="group" aria-label={`Field ${place + 1}`}>
          <div className={classes.split}>
            <TextInput
              label="Label"
              value={label}
              maxLength={100}
              onChange={(event) => change(place, { label: event.currentTarget.value })}
            />
            <TextInput
              label="Name"
              description={`Steps refer to it as {{parameters.${name}}}`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={name}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(place, { name: event.currentTarget.value })}
            />
            <Select
              label="What is filled in"
              data={types}
              value={type}
              allowDeselect={false}
              onChange={(next) => change(place, { type: (next ?? 'text') as WorkflowParameter['type'] })}
            />
          </div>
          <div className={classes.stepHead}>
            <Checkbox
              label="It must be filled in"
              checked={isRequired}
              onChange={(event) => change(place, { isRequired: event.currentTarget.checked })}
            />
            <ActionIcon
              aria-label={`Remove the field ${label}`}
              onClick={() => onChange(parameters.filter((_one, at) => at !== place))}
            >
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </div>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={parameters.length >= 20}
          onClick={() =>
            onChange([
              ...parameters,
              {
                name: `value${parameters.length + 1}`,
                label: 'New field',
                type: 'text',
                isRequired: true,
                default: null,
                description: '',
              },
            ])
          }
        >
          Add a field
        </Button>
      </div>
    </div>
  )
}
