/** Icons that few pages need. Each is a path for `Icon`, and only pages that use it load it. */
export const iconEye =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z' as const
export const iconEyeOff =
  'M4 4l16 16M9.5 5.9A8.7 8.7 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6 8a16 16 0 0 0-3.5 4S6 18.5 12 18.5c1.5 0 2.9-.4 4-1M9.9 9.9a3 3 0 0 0 4.2 4.2' as const
export const iconUpload = 'M12 16V4.5M7 9l5-5 5 5M5 20h14' as const
export const iconDownload = 'M12 4v11.5M7 11l5 5 5-5M5 20h14' as const
export const iconCopy = 'M9 9h11v11H9V9Zm-3 6H4V4h11v2' as const
export const iconRefresh = 'M20 11a8 8 0 0 0-14.3-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.3 4L20 15M20 20v-5h-5' as const
export const iconExit = 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4' as const
export const iconGift =
  'M4 11h16v9H4v-9Zm-1-4h18v4H3V7Zm9 0v13M12 7S11 3 8.5 3a2 2 0 0 0 0 4H12Zm0 0s1-4 3.5-4a2 2 0 0 1 0 4H12Z' as const
export const iconClock = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5.5l3.5 2' as const
export const iconExternal = 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6' as const
