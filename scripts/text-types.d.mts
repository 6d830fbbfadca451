export function writeTextTypes(): void
