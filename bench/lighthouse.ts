export const lighthouse = async (_url: string, _token: string): Promise<{ what: string; value: number; unit: string; limit?: number }[]> => await Promise.resolve([])
