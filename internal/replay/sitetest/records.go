package sitetest

import (
	"context"
	"iter"

	"github.com/fontcms/fontcms-go/cms"
)

// Records are the verbs that a [cms.Collection], a [cms.Content] and most packages of
// areas have in common.
type Records[T, P, L any] interface {
	RecordsWithoutDelete[T, P, L]
	Delete(ctx context.Context, id int64, options ...cms.CallOption) (*cms.Deleted[T], error)
	DeleteRequest(id int64) cms.Request[cms.Deleted[T]]
}

// RecordsWithoutDelete are the verbs of Records except the deletes. The Delete of users has another
// argument.
type RecordsWithoutDelete[T, P, L any] interface {
	Get(ctx context.Context, id int64, options ...cms.GetOption) (*T, error)
	List(ctx context.Context, options *L, callOptions ...cms.CallOption) (*cms.ListPage[T], error)
	Pages(ctx context.Context, options *L, walkOptions ...cms.WalkOption) iter.Seq2[*cms.ListPage[T], error]
	All(ctx context.Context, options *L, walkOptions ...cms.WalkOption) iter.Seq2[*T, error]
	Count(ctx context.Context, options *L, callOptions ...cms.CallOption) (int, error)
	GetMany(ctx context.Context, ids []int64, options *L, walkOptions ...cms.WalkOption) iter.Seq2[*T, error]
	Create(ctx context.Context, params *P, options ...cms.CallOption) (*T, error)
	CreateRequest(params *P) cms.Request[T]
	Update(ctx context.Context, id int64, params *P, options ...cms.CallOption) (*T, error)
	UpdateRequest(id int64, params *P) cms.Request[T]
}
