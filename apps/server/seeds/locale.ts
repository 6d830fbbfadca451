export type Locale = 'en-US' | 'zh-CN' | 'zh-HK' | 'zh-TW' | 'th-TH' | 'ko-KR' | 'ja-JP' | 'vi-VN' | 'de-DE'
