import { OrganizationSelect } from './organization-select.tsx'
import { PersonSelect } from './person-select.tsx'

interface Filter {
  readonly organization?: string | undefined
  readonly person?: string | undefined
}

/** The filters of the activity in the administration. */
export const ActivityFilters = ({ value, onChange }: { value: Filter; onChange: (change: Filter) => void }) => (
  <>
    <OrganizationSelect
      value={value.organization}
      // a person of another organization would match nothing
      onChange={(organization) => onChange({ organization, person: undefined })}
    />
    <PersonSelect
      value={value.person}
      organization={value.organization}
      onChange={(person) => onChange({ organization: value.organization, person })}
    />
  </>
)
