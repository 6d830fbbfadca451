import type { HomeTexts } from './home-texts.ts';

export const home = {
  hero: {
    kicker: 'Cửa hàng web chính thức của Starfall Chronicles',
    title: 'Khi muôn sao rơi, bạn vươn lên',
    subtitle: 'Nạp Ngọc Sao và HC Point ngay tại đây. Vật phẩm được gửi thẳng đến nhân vật của bạn.',
    cta: 'Nạp ngay',
  },
  features: [
    { id: 'worlds', icon: '/art/features/worlds.svg', title: 'Bầu trời vỡ vụn', text: 'Dong buồm giữa các đảo trời, mỗi đảo sinh ra từ một vì sao rơi khác nhau.' },
    { id: 'companions', icon: '/art/features/companions.svg', title: 'Đồng đội tinh tú', text: 'Kết bạn với tinh linh mang sức mạnh chòm sao và cùng nhau chiến đấu.' },
    { id: 'battles', icon: '/art/features/battles.svg', title: 'Trận chiến nguyệt thực', text: 'Lập tổ đội 4 người, hạ gục những gã khổng lồ nuốt chửng ánh sáng.' },
    { id: 'seasons', icon: '/art/features/seasons.svg', title: 'Mùa giải sống động', text: 'Mỗi mùa bầu trời lại đổi thay: đảo mới, cốt truyện mới, phần thưởng mới.' },
  ],
  gameInfo: {
    title: 'Giới thiệu game',
    paragraphs: [
      'Đêm Vương Miện Tinh Tú vỡ tan, những mảnh vỡ xé mặt đất thành các hòn đảo trôi giữa trời. Bạn là Người Mang Sao, một trong số ít người còn nghe được tiếng hát của những vì sao rơi.',
      'Hãy gom ánh sao, kết giao đồng đội và đi từ bến cảng cực quang lên tòa thành trên mây. Dù một mình hay cùng bạn bè, mỗi bước chân đều thắp sáng một chòm sao.',
    ],
    facts: [
      { label: 'Thể loại', value: 'Nhập vai hành động kỳ ảo' },
      { label: 'Số người chơi', value: 'Chơi đơn hoặc tổ đội tối đa 4 người' },
      { label: 'Nền tảng', value: 'iOS, Android, Windows' },
      { label: 'Độ tuổi', value: 'Từ 12 tuổi trở lên' },
    ],
  },
  footer: {
    about: {
      title: 'Về chúng tôi',
      html: '<p><strong>Starfall Studio (bản demo)</strong> là nhà phát hành hư cấu của Starfall Chronicles, tựa game mẫu trên trang này. Mọi thứ bạn thấy, từ tin tức đến hình vật phẩm, đều được làm ra để giới thiệu khả năng của HC Portal.</p><p>HC Portal là phần mềm mã nguồn mở, giúp nhà phát hành tự mở cửa hàng và bán vật phẩm cùng HC Point trực tiếp cho người chơi. Mọi giao dịch trong bản demo đều là mô phỏng, <strong>không thu bất kỳ khoản tiền thật nào</strong>.</p>',
    },
    contact: {
      title: 'Liên hệ',
      html: '<p>Đơn hàng gặp trục trặc? Hãy đăng nhập rồi mở mục chăm sóc khách hàng trong <a href="/main/account/user">trang tài khoản</a>. Nhớ chuẩn bị sẵn mã đơn hàng, bạn có thể xem trong <a href="/main/account/recharge">lịch sử nạp</a>.</p><ul><li>Email: support@starfall.example</li><li>Giờ làm việc: thứ Hai đến thứ Sáu, 10:00–18:00 (UTC)</li></ul><p>Đây là trang demo nên địa chỉ trên chỉ là ví dụ, thư gửi đến sẽ không có người đọc.</p>',
    },
    privacy: {
      title: 'Chính sách quyền riêng tư',
      html: '<p>Trang này cho biết cửa hàng demo của Starfall Studio (bản demo) xử lý những dữ liệu nào và vì sao.</p><h2>Dữ liệu được lưu</h2><ul><li>ID tài khoản, cùng email hoặc số điện thoại nếu bạn đã cung cấp;</li><li>máy chủ, nhân vật, đơn hàng và lịch sử HC Point;</li><li>cách cửa hàng được sử dụng: trang bạn mở, thời gian tải và thời gian ở lại, các bước mua hàng bạn thực hiện và liên kết đưa bạn đến đây, để cải thiện cửa hàng. Thống kê này không nêu tên người chơi; bạn có thể tắt ở cuối trang này.</li></ul><p>Mật khẩu chỉ được lưu dưới dạng băm một chiều.</p><h2>Cookie và bộ nhớ trình duyệt</h2><p>Một cookie ghi nhớ ngôn ngữ bạn chọn trong một năm; một cookie khác chỉ tồn tại mười phút khi bạn đăng nhập bằng Facebook, Google, Apple hoặc WeChat. Bộ nhớ cục bộ của trình duyệt giữ phiên đăng nhập, danh sách nhân vật, khu vực, đơn hàng chưa được phản hồi và một mã thiết bị ngẫu nhiên. Cửa hàng cần chúng để hoạt động. Nếu bạn cho phép thống kê, câu trả lời của bạn và dữ liệu chưa gửi cũng nằm ở đó, cùng một số ngẫu nhiên cho mỗi lượt truy cập. Chúng tôi không dùng công cụ theo dõi quảng cáo.</p><h2>Thanh toán</h2><p>Bạn thanh toán trên trang của cổng thanh toán. Số thẻ không bao giờ được gửi đến chúng tôi.</p><h2>Thời hạn lưu và chia sẻ</h2><p>Đơn hàng được lưu theo thời hạn mà quy định kế toán yêu cầu. Dữ liệu chỉ được chia sẻ với máy chủ game phát vật phẩm và cổng thanh toán.</p><h2>Chúng tôi lưu trong bao lâu</h2><p>Dữ liệu tài khoản: đến khi bạn xóa trong tài khoản. Phiên đăng nhập: 90 ngày sau khi kết thúc. Email và tin nhắn đã gửi: 30 ngày. Tin nhắn gửi chăm sóc khách hàng: 180 ngày. Thống kê: số ngày ghi ở cuối trang này. Đơn hàng và lịch sử HC Point được lưu theo quy định kế toán và không còn nêu tên bạn sau khi bạn xóa dữ liệu.</p><h2>Bên chịu trách nhiệm</h2><p>Starfall Studio (bản demo), 1 Harbor Street, Aurora (địa chỉ mẫu). Email: support@starfall.example.</p><h2>Cơ sở pháp lý</h2><ul><li>Tài khoản, đơn hàng, giao vật phẩm và email liên quan: hợp đồng với bạn (Điều 6(1)(b) GDPR). Bạn có thể tắt các email này trong tài khoản.</li><li>Lưu đơn hàng và ghi sổ: nghĩa vụ pháp lý (Điều 6(1)(c) GDPR).</li><li>Chống lạm dụng, chẳng hạn giới hạn theo địa chỉ mạng: lợi ích hợp pháp của chúng tôi (Điều 6(1)(f) GDPR).</li><li>Thống kê: sự đồng ý của bạn khi chúng tôi hỏi (Điều 6(1)(a) GDPR). Bạn có thể rút lại bất cứ lúc nào ở cuối trang này.</li></ul><h2>Quyền của bạn</h2><p>Tại <a href="/main/account/user">trang tài khoản</a>, bạn có thể tải về hoặc xóa toàn bộ dữ liệu của mình. Để sửa dữ liệu hoặc nếu có thắc mắc, hãy liên hệ chăm sóc khách hàng tại đó. Bạn cũng có thể khiếu nại với cơ quan bảo vệ dữ liệu.</p>',
    },
    agreement: {
      title: 'Thỏa thuận người dùng',
      html: '<p>Khi sử dụng cửa hàng demo này, bạn đồng ý với các điều khoản sau.</p><h2>Tài khoản của bạn</h2><p>Hãy giữ kín mật khẩu. Bạn chịu trách nhiệm với các giao dịch thực hiện khi đang đăng nhập. Nếu bạn chưa thành niên (dưới 18 tuổi), hãy xin phép cha mẹ hoặc người giám hộ trước.</p><h2>Đơn hàng</h2><ul><li>Giá được hiển thị bằng đô la Mỹ trước khi thanh toán.</li><li>Đơn chưa thanh toán thường hết hạn sau năm phút.</li><li>Vật phẩm được gửi đến máy chủ và nhân vật bạn chọn, vì vậy hãy kiểm tra kỹ.</li></ul><h2>HC Point và vật phẩm</h2><p>1 đô la Mỹ đổi được 100 HC Point, một số gói còn tặng thêm điểm. Điểm và vật phẩm chỉ dùng trong cửa hàng và game này, không quy đổi thành tiền mặt và không chuyển sang tài khoản khác.</p><h2>Hoàn tiền</h2><p>Nếu chưa nhận được vật phẩm, hãy liên hệ chăm sóc khách hàng, chúng tôi sẽ gửi lại hoặc hoàn tiền. Các quyền theo luật định của bạn không bị ảnh hưởng. Khi hoàn tiền, chúng tôi sẽ thu hồi vật phẩm hoặc điểm mà giao dịch đó đã cấp.</p><h2>Về bản demo</h2><p>Không có giao dịch thật nào diễn ra tại đây. Dữ liệu có thể được đặt lại bất cứ lúc nào.</p>',
    },
  },
} satisfies HomeTexts;
