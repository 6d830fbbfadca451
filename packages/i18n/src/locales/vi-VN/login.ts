import type { Messages } from '../../messages.ts'

export default {
  title: 'Chào mừng trở lại',
  text: 'Đăng nhập bằng tài khoản game để nạp và xem đơn hàng.',
  account: {
    label: 'Tài khoản game hoặc email',
    placeholder: 'ID tài khoản hoặc email',
  },
  password: {
    label: 'Mật khẩu',
    placeholder: 'Mật khẩu của bạn',
    show: 'Hiện mật khẩu',
    hide: 'Ẩn mật khẩu',
  },
  remember: 'Duy trì đăng nhập trên thiết bị này',
  forgot: 'Quên mật khẩu?',
  submit: 'Đăng nhập',
  submitting: 'Đang đăng nhập…',
  success: 'Đăng nhập thành công',
  or: 'hoặc tiếp tục với',
  demoHint: 'Demo: đăng nhập bằng tài khoản {account}, mật khẩu {password}',
  required: 'Vui lòng điền đầy đủ thông tin',
  email: 'Vui lòng nhập email hợp lệ',
  passwordRule: 'Mật khẩu dài 6–16 ký tự, gồm ít nhất 2 loại: chữ số, chữ cái, ký tự đặc biệt',
  passwordMismatch: 'Mật khẩu không đúng định dạng',
  passwordsDiffer: 'Hai mật khẩu không khớp, vui lòng nhập lại',
  continueTo: 'Sau khi đăng nhập, bạn sẽ trở lại đúng trang đang xem.',
  noAccount: 'Chưa có tài khoản? Hãy tạo trong game rồi đăng nhập tại đây.',
  forgotDialog: {
    title: 'Quên mật khẩu',
    text: 'Hiện chưa thể đặt lại mật khẩu trên trang này. Hãy đổi trong game hoặc liên hệ chăm sóc khách hàng, nhân viên sẽ trực tiếp hỗ trợ bạn.',
  },
  token: {
    title: 'Chưa mở',
    text: 'Hiện chưa thể đăng nhập thẳng từ game. Vui lòng dùng tài khoản và mật khẩu.',
  },
  side: {
    one: 'Đến tay nhân vật chỉ sau vài giây',
    two: 'Mỗi đơn đều có mã để theo dõi',
    three: 'Thưởng nạp lần đầu cho từng nhân vật',
  },
} satisfies Messages['login']
