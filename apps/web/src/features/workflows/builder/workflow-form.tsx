import { Button, Checkbox, Group, NumberInput, Textarea, TextInput, ActionIcon, Select } from '@mantine/core'
import { ApiError, type WorkflowStep, type WorkflowParameter } from '@auspex/sdk'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { Section } from '../../../ui/page.tsx'
import { toolsOptions } from '../workflows.queries.ts'
import { type Draft, freeName, freeStepId, moveItem } from './draft.ts'
import { listOffers } from './offered-values.ts'
import { StepFields } from './step-fields.tsx'
import classes from '../workflows.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'

// The contract's limits for a workflow.
const maxParameters = 20
const maxSteps = 50
const maxCalls = 500

const parameterTypes: { value: WorkflowParameter['type']; label: string }[] = [
  { value: 'topic', label: 'A topic' },
  { value: 'topics', label: 'Topics, one on each line' },
  { value: 'portfolio', label: 'A portfolio' },
  { value: 'signal', label: 'A signal' },
  { value: 'text', label: 'Words' },
  { value: 'number', label: 'A number' },
  { value: 'day', label: 'A day' },
]

/** The fields that a person fills in before each run. */
const ParameterList = ({ parameters, onChange }: ParameterListProps) => {
  const change = (place: number, more: Partial<WorkflowParameter>) =>
    onChange(parameters.map((parameter, at) => (at === place ? { ...parameter, ...more } : parameter)))
  return (
    <div className={classes.steps}>
      {parameters.map(({ label, type, isRequired }, place) => (
        // keyed by index, because its label is being typed
        <div key={place} className={`${surfaces.panel} ${classes.step}`} role="group" aria-label={`Field ${place + 1}`}>
          <div className={classes.split}>
            <TextInput
              label="Label"
              value={label}
              maxLength={100}
              onChange={(event) => change(place, { label: event.currentTarget.value })}
            />
            <Select
              label="Type"
              data={parameterTypes}
              value={type}
              allowDeselect={false}
              onChange={(next) => change(place, { type: next ?? 'text' })}
            />
          </div>
          <div className={classes.stepHead}>
            <Checkbox
              label="Required"
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
          disabled={parameters.length >= maxParameters}
          onClick={() =>
            onChange([
              ...parameters,
              {
                name: freeName(parameters),
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

interface WorkflowFormProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onSave: () => void
  onCancel: () => void
  isSaving: boolean
  error: unknown
}

/** A workflow as a list of steps. */
export const WorkflowForm = ({ draft, onChange, onSave, onCancel, isSaving, error }: WorkflowFormProps) => {
  const change = (more: Partial<Draft>) => onChange({ ...draft, ...more })
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  const failure = error ? describeFailure(error) : null
  return (
    <form className={classes.form} onSubmit={save} aria-label="Workflow">
      <div className={classes.fields}>
        <TextInput
          label="Title"
          required
          value={draft.title}
          maxLength={300}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          label="What it is for"
          autosize
          minRows={2}
          value={draft.description}
          maxLength={2000}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </div>
      <Section title="Filled in before a run" hint="Each run asks for these, and steps can use them.">
        <ParameterList parameters={draft.parameters} onChange={(parameters) => change({ parameters })} />
      </Section>
      <Section
        title="Steps"
        hint="Steps run in this order. A step can use what was filled in and what the steps above it found."
      >
        <StepList
          parameters={draft.parameters}
          steps={draft.steps}
          faults={stepFaults(error)}
          onChange={(steps) => change({ steps })}
        />
      </Section>
      <div className={classes.fields}>
        <NumberInput
          label="Maximum calls per run"
          description="A run that needs more stops and says so."
          min={1}
          max={maxCalls}
          value={draft.maxCalls}
          onChange={(value) => change({ maxCalls: Number(value) || 1 })}
        />
        <Checkbox
          label="People can start it from a chat with Zeus"
          checked={draft.isInChat}
          onChange={(event) => change({ isInChat: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.formFoot}>
        <Failure failure={failure} />
        <Group gap={8}>
          <Button type="submit" loading={isSaving} disabled={draft.title.trim() === ''}>
            Save
          </Button>
          <CancelButton onClick={onCancel} />
        </Group>
      </div>
    </form>
  )
}

interface StepListProps {
  parameters: readonly WorkflowParameter[]
  steps: readonly WorkflowStep[]
  /** By the index of the step. */
  faults: ReadonlyMap<number, string>
  onChange: (steps: readonly WorkflowStep[]) => void
}

const StepList = ({ parameters, steps, faults, onChange }: StepListProps) => {
  const { data } = useQuery(toolsOptions(useClient()))
  const tools = data?.items ?? []
  const add = () =>
    onChange([
      ...steps,
      { id: freeStepId(steps), title: '', tool: 'write_document', input: '{}', dependsOn: [], approval: false },
    ])
  return (
    <>
      <ol className={classes.steps}>
        {steps.map((step, place) => (
          <StepFields
            // keyed by index, because steps are moved
            key={place}
            step={step}
            place={place}
            count={steps.length}
            tools={tools}
            offers={listOffers(parameters, steps.slice(0, place), tools)}
            fault={faults.get(place)}
            onChange={(next) => onChange(steps.with(place, next))}
            onMove={(places) => onChange(moveItem(steps, place, places))}
            onRemove={() => onChange(steps.filter((_one, at) => at !== place))}
          />
        ))}
      </ol>
      <Button
        mt={16}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={steps.length >= maxSteps}
        onClick={add}
      >
        Add a step
      </Button>
    </>
  )
}

/** The server's message for each step, by its index; of several the first. */
const stepFaults = (error: unknown): ReadonlyMap<number, string> => {
  const fields = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return new Map(
    fields.toReversed().flatMap(({ pointer, message }) => {
      const [, place] = /^\/steps\/(\d+)/.exec(pointer) ?? []
      return place === undefined ? [] : [[Number(place), message] as const]
    }),
  )
}

interface ParameterListProps {
  parameters: readonly WorkflowParameter[]
  onChange: (parameters: readonly WorkflowParameter[]) => void
}
