/** Rules of alerts that nobody switches off, makes quiet or raises: they tell about people of the desk. */
export const watchedAlways: readonly string[] = ['audit_broken', 'recovery_used']
