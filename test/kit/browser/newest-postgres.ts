import { sharedPostgres } from '../shared-postgres.ts'

/** The browser's tests run on the newest PostgreSQL. */
export default async (): Promise<() => Promise<void>> => await sharedPostgres()
