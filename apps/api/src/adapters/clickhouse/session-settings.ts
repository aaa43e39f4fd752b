/** What every statement counts on. */
export const sessionSettings = [
  // else `toString(id) as id` changes what `id` means in the conditions of its statement
  'prefer_column_name_to_alias = 1',
] as const
